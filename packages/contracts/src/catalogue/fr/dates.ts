export const dates = {
  months: {
    1: "janvier",
    2: "février",
    3: "mars",
    4: "avril",
    5: "mai",
    6: "juin",
    7: "juillet",
    8: "août",
    9: "septembre",
    10: "octobre",
    11: "novembre",
    12: "décembre",
  },
  firstOfMonth: "1er",
  /** French counts nothing in the singular. */
  noDays: "0 jour",
  oneDay: "1 jour",
  manyDays: "{days} jours",
} as const;
