/** The walls of the style guide, section 4. */
export const styleLimits = {
  sourceLinesMax: 300,
  testLinesMax: 600,
  composeLinesMax: 120,
  functionLinesMax: 70,
  parametersMax: 4,
  escapesPerThousandLinesMax: 5,
  readmeLinesMax: 80,
  decisionLinesMax: 70,
  fileBytesMax: 200_000,
} as const;
