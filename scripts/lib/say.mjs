/** Prints a script's progress on standard error. Standard output is for results. */
export function say(text) {
  process.stderr.write(`molde: ${text}\n`);
}

/** Ends the process with one line. */
export function fail(text) {
  process.stderr.write(`molde: ${text.replace(/\s*\n\s*/g, ' ')}\n`);
  process.exit(1);
}
