/** As lnd 0.21.2 told them on regtest behind a `bumpfee`: a payout, and the child that its sweeper made of the change. */
export const hastened = {
  txid: "aee8b393cffd83fd58f69248299544adeaa13a1719cb4b8b09cc3522c9867ec5",
  payout: {
    tx_hash: "aee8b393cffd83fd58f69248299544adeaa13a1719cb4b8b09cc3522c9867ec5",
    amount: "-50154",
    num_confirmations: 1,
    block_height: 462,
    time_stamp: "1795445785",
    total_fees: "154",
    output_details: [
      { output_index: "0", amount: "50000", is_our_address: false },
      { output_index: "1", amount: "4999949846", is_our_address: true },
    ],
    label: "sanu chain:aee8b393cffd83fd58f69248299544adeaa13a1719cb4b8b09cc3522c9867ec5",
    previous_outpoints: [
      {
        outpoint: "b1dd488fa593a1e02b1b484a7aadf3846e67ccbe80dcad9e1deb8026e0da5d60:0",
        is_our_output: true,
      },
    ],
  },
  child: {
    tx_hash: "743cca3b085770ddae855ead13016d0ebb410fc8f4643fa87977a2f1d28df11a",
    amount: "-112",
    num_confirmations: 1,
    block_height: 462,
    time_stamp: "1795445785",
    total_fees: "112",
    output_details: [{ output_index: "0", amount: "4999949734", is_our_address: true }],
    label: "0:sweep",
    previous_outpoints: [
      {
        outpoint: "aee8b393cffd83fd58f69248299544adeaa13a1719cb4b8b09cc3522c9867ec5:1",
        is_our_output: true,
      },
    ],
  },
} as const;

const elsewhere = { outpoint: `${"ab".repeat(32)}:0`, is_our_output: true };

/** What is like that child and hastened nothing, with why. */
export const notHastening: readonly (readonly [why: string, change: object])[] = [
  ["is in a later block", { block_height: 463 }],
  ["is in no block yet", { block_height: 0, num_confirmations: 0 }],
  [
    "spends something else besides",
    { previous_outpoints: [...hastened.child.previous_outpoints, elsewhere] },
  ],
  ["spends something else", { previous_outpoints: [elsewhere] }],
  [
    "pays somebody",
    { output_details: [{ output_index: "0", amount: "7", is_our_address: false }] },
  ],
  ["is no doing of the node's own", { label: "by hand" }],
];
