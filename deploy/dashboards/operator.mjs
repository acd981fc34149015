import { board, curve, figure, table } from "./board.mjs";

const alarms = (severity) => `sum(ALERTS{alertstate="firing",severity="${severity}"}) or vector(0)`;

/** For who answers for the money: what is open, unknown, owed and there. */
export const operator = board({
  uid: "sanu-operator",
  title: "Sanu: money",
  about: "What is open, unknown, waits for people, lies where, and whether the books agree.",
  links: [["Services", "/d/sanu-engineer"]],
  rows: [
    [
      "Now",
      [
        figure("Somebody is woken", "short", [[alarms("page")]], { bad: 1 }),
        figure("Tickets", "short", [[alarms("ticket")]], { warn: 1 }),
        figure("Cases overdue", "short", [["sum(max by (kind) (sanu_cases_overdue))"]], { bad: 1 }),
        figure(
          "Oldest paid order in work",
          "s",
          [['max(sanu_open_work_oldest_seconds{what="processing-transaction"})']],
          { warn: 600, bad: 1800 },
        ),
        figure("Rate", "bool_on_off", [["min(sanu_rate_trusted)"]], {
          about: "1 while enough markets agree and nobody froze the rate.",
        }),
        figure(
          "Differences from statements",
          "short",
          [["sum(max by (service) (sanu_statement_differences_open))"]],
          { bad: 1 },
        ),
      ],
    ],
    [
      "Orders",
      [
        curve("Orders taken and refused", "reqps", [
          [
            'sum by (outcome) (rate(sanu_service_request_seconds_count{side="server",request="transactions.create-transaction"}[$__rate_interval]))',
            "{{outcome}}",
          ],
        ]),
        curve("Open orders", "short", [
          [
            'max by (by) (sanu_open_work{what="pending-transaction"})',
            "PENDING {{by}} (10 000 at most)",
          ],
          ['max by (by) (sanu_open_work{what="processing-transaction"})', "PROCESSING {{by}}"],
        ]),
        curve("Oldest open order", "s", [
          [
            'max by (by) (sanu_open_work_oldest_seconds{what="pending-transaction"})',
            "PENDING {{by}}",
          ],
          [
            'max by (by) (sanu_open_work_oldest_seconds{what="processing-transaction"})',
            "PROCESSING {{by}}",
          ],
        ]),
      ],
    ],
    [
      "Unknown and owed",
      [
        curve("Attempts whose outcome nobody knows", "short", [
          [
            'max by (service, by) (sanu_open_work{what="attempt",by=~".* unknown"})',
            "{{service}} {{by}}",
          ],
        ]),
        curve("Oldest of them", "s", [
          [
            'max by (service, by) (sanu_open_work_oldest_seconds{what="attempt",by=~".* unknown"})',
            "{{service}} {{by}}",
          ],
        ]),
        table("Work that is open too long", "short", [
          ["max by (service, what, by) (sanu_open_work_overdue) > 0"],
        ]),
      ],
    ],
    [
      "Cases",
      [
        curve("Open, by kind", "short", [["max by (kind) (sanu_cases_open)", "{{kind}}"]]),
        curve("Oldest, by kind", "s", [["max by (kind) (sanu_case_oldest_seconds)", "{{kind}}"]]),
        table("Overdue", "short", [["max by (kind) (sanu_cases_overdue) > 0"]]),
      ],
    ],
    [
      "Floats",
      [
        curve(
          "Held",
          "short",
          [["max by (rail, account) (sanu_float_available)", "{{rail}} {{account}}"]],
          {
            about: "Francs or satoshis, as the account is of.",
          },
        ),
        curve("Promised", "short", [
          ["max by (rail, account) (sanu_float_promised)", "{{rail}} {{account}}"],
        ]),
        curve("Reported ago", "s", [
          ["max by (rail, account) (sanu_float_age_seconds)", "{{rail}} {{account}}"],
        ]),
        table("Low, closed or short", "short", [
          ["max by (rail, account) (sanu_float_low) > 0", "low"],
          ["max by (rail, account) (sanu_float_closed) > 0", "closed"],
          ["max by (rail, account) (sanu_float_short) > 0", "short"],
        ]),
        curve("Over or under the target", "percentunit", [
          ["max by (currency) (sanu_exposure_share)", "{{currency}}"],
        ]),
        curve("Over or under the target, in francs and satoshis", "short", [
          ["max by (currency) (sanu_exposure)", "{{currency}}"],
        ]),
      ],
    ],
    [
      "Books and statements",
      [
        curve("Differences from statements", "short", [
          ["max by (service) (sanu_statement_differences_open)", "{{service}}"],
        ]),
        curve("Youngest movement that was compared", "s", [
          ["max by (service) (sanu_statement_compared_age_seconds)", "{{service}}"],
        ]),
        curve("Ledger and accounts differ, or providers changed their word", "short", [
          [
            'max by (kind) (sanu_cases_open{kind=~"balance-difference|statement-difference|.*-reversed"})',
            "{{kind}}",
          ],
        ]),
      ],
    ],
    [
      "Providers and nodes",
      [
        curve("Calls", "reqps", [
          [
            "sum by (target, outcome) (rate(sanu_outside_call_seconds_count[$__rate_interval]))",
            "{{target}} {{outcome}}",
          ],
        ]),
        curve("Share without an answer", "percentunit", [
          [
            'sum by (target) (rate(sanu_outside_call_seconds_count{outcome="unknown"}[$__rate_interval])) / sum by (target) (rate(sanu_outside_call_seconds_count[$__rate_interval]))',
            "{{target}}",
          ],
        ]),
        curve("Nine calls of ten are over after", "s", [
          [
            "histogram_quantile(0.9, sum by (target, le) (rate(sanu_outside_call_seconds_bucket[$__rate_interval])))",
            "{{target}}",
          ],
        ]),
        curve(
          "Breakers of payouts",
          "short",
          [["max by (rail, account) (sanu_float_breaker)", "{{rail}} {{account}}"]],
          {
            about: "0 pays, 1 is probed, 2 is paused.",
          },
        ),
        curve("Callbacks", "reqps", [
          [
            'sum by (status) (rate(sanu_http_request_seconds_count{route="/webhooks/:provider"}[$__rate_interval]))',
            "{{status}}",
          ],
        ]),
        table("Closed nodes", "short", [['max by (by) (sanu_open_work{what="closed-node"}) > 0']]),
      ],
    ],
  ],
});
