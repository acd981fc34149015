/** BIP 173 and BIP 350 (public domain): what a reader of addresses must take and refuse. */

/** Address, and the script that it stands for. */
export const segwitAddresses: readonly (readonly [address: string, script: string])[] = [
  ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  [
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
  ],
  [
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
    "5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6",
  ],
  ["BC1SW50QGDZ25J", "6002751e"],
  ["bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "5210751e76e8199196d454941c45d1b3a323"],
  [
    "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
    "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
    "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  ],
];

export const invalidSegwitAddresses: readonly (readonly [why: string, address: string])[] = [
  ["Invalid human-readable part", "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut"],
  [
    "Invalid checksum (Bech32 instead of Bech32m)",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
  ],
  [
    "Invalid checksum (Bech32 instead of Bech32m)",
    "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
  ],
  [
    "Invalid checksum (Bech32 instead of Bech32m)",
    "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
  ],
  ["Invalid checksum (Bech32m instead of Bech32)", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh"],
  [
    "Invalid checksum (Bech32m instead of Bech32)",
    "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
  ],
  [
    "Invalid character in checksum",
    "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
  ],
  ["Invalid witness version", "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R"],
  ["Invalid program length (1 byte)", "bc1pw5dgrnzv"],
  [
    "Invalid program length (41 bytes)",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
  ],
  [
    "Invalid program length for witness version 0 (per BIP141)",
    "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
  ],
  ["Mixed case", "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq"],
  [
    "zero padding of more than 4 bits",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
  ],
  [
    "Non-zero padding in 8-to-5 conversion",
    "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
  ],
  ["Empty data section", "bc1gmk9yu"],
  ["Invalid human-readable part", "tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty"],
  ["Invalid checksum", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
  ["Invalid witness version", "BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2"],
  ["Invalid program length", "bc1rw5uspcuh"],
  [
    "Invalid program length",
    "bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90",
  ],
  ["Mixed case", "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7"],
  ["zero padding of more than 4 bits", "bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du"],
  [
    "Non-zero padding in 8-to-5 conversion",
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv",
  ],
  [
    "the checksum of BIP 173 on a later version",
    "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx",
  ],
  ["the checksum of BIP 173 on a later version", "BC1SW50QA3JX3S"],
  ["the checksum of BIP 173 on a later version", "bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj"],
];

/** Bech32 and Bech32m of other things than addresses, and broken. */
export const noAddresses: readonly string[] = [
  "A12UEL5L",
  "a12uel5l",
  "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
  "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
  "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
  "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
  "?1ezyfcl",
  "1nwldj5",
  "1axkwrx",
  "1eym55h",
  "an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx",
  "pzry9x0s0muk",
  "1pzry9x0s0muk",
  "x1b4n0q5v",
  "li1dgmt3",
  "de1lg7wt",
  "A1G7SGD8",
  "10a06t8",
  "1qzzfhee",
  "A1LQFN3A",
  "a1lqfn3a",
  "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
  "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
  "11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8",
  "split1checkupstagehandshakeupstreamerranterredcaperredlc445v",
  "?1v759aa",
  "1xj0phk",
  "1g6xzxy",
  "1vctc34",
  "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4",
  "qyrz8wqd2c9m",
  "1qyrz8wqd2c9m",
  "y1b0jsk6g",
  "lt1igcx5c0",
  "in1muywd",
  "mm1crxm3i",
  "au1s5cgom",
  "M1VUXWEZ",
  "16plkw9",
  "1p2gdwpf",
];
