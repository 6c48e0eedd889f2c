import { loadMessages } from './messages.ts';

// The editor reads its own words (its find box, its announcements) once, as its code starts: they come before it.
await loadMessages();
const { default: Editor } = await import('./Editor.tsx');

export default Editor;
