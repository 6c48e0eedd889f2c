import { prepareEnvironment } from './environment.ts';
import { loadMessages } from './messages.ts';

// The editor reads its surroundings and its own words (its find box, its announcements) once, as its code starts: they are
// there before it.
prepareEnvironment();
await loadMessages();
const { default: Editor } = await import('./Editor.tsx');

export default Editor;
