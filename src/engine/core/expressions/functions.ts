/** The functions of JSONata (a test asks the library for each). */
export const functionNames: readonly string[] = (
  'sum count max min average string substring substringBefore substringAfter lowercase uppercase length ' +
  'trim pad match contains replace split join formatNumber formatBase formatInteger parseInteger number ' +
  'floor ceil round abs sqrt power random boolean not map zip filter ' +
  'single reduce sift keys lookup append exists spread merge reverse each error ' +
  'assert type sort shuffle distinct base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl eval ' +
  'toMillis fromMillis clone now millis'
).split(' ');
