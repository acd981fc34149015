/** Of rows of `statement_differences`: what agrees by now is resolved, and of what is decided two of the staff have said what it is. */
export const openSql = "resolved_at is null and data->'decided' is null";
export const decidedSql = "resolved_at is null and data->'decided' is not null";
