import type { dates as french } from "../fr/dates.ts";
import type { SameWords } from "../gaps.ts";

export const dates: SameWords<typeof french> = {
  months: {
    1: "January",
    2: "February",
    3: "March",
    4: "April",
    5: "May",
    6: "June",
    7: "July",
    8: "August",
    9: "September",
    10: "October",
    11: "November",
    12: "December",
  },
  firstOfMonth: "1",
  noDays: "0 days",
  oneDay: "1 day",
  manyDays: "{days} days",
};
