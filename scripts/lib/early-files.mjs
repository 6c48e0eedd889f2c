const request = '//# allFunctionsCalledOnLoad\n';

/**
 * Asks Chromium to compile files whole while they load, beside the page's own work. Otherwise it compiles each function when
 * that is first called, which was a third of the first mount of a screen. Other browsers read a comment. Only for files of
 * which pages run the most: what is compiled takes memory, whether it runs or not.
 *
 * @param {readonly string[]} names of the files without their hash; the file that a page starts with is always among them
 * @returns {import('vite').Plugin}
 */
export function earlyFiles(names) {
  return {
    name: 'early-files',
    apply: 'build',
    generateBundle: {
      // After Vite has put its list of files at the top, as the comment counts at the very top only.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          const isEarly = file.isEntry || names.includes(file.name);
          if (isEarly && !file.code.startsWith(request)) file.code = request + file.code;
        }
      },
    },
  };
}
