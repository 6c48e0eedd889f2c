/** Loads the library's texts (find box, announcements) in the page's language; English is built in. */
export async function loadMessages(): Promise<void> {
  const language = document.documentElement.lang;
  if (language.startsWith('pt')) await import('monaco-editor/nls/lang/pt-br');
  else if (language.startsWith('es')) await import('monaco-editor/nls/lang/es');
}
