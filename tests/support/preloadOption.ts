/** Returns the NODE_OPTIONS of a process that preloads a file, beside what every process of the tests preloads. */
export const preloadOption = (file: string): string =>
  `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(file)}`;
