import { prepareEnvironment } from './environment.ts';
import { loadMessages } from './messages.ts';

// The library reads its environment and its texts (find box, announcements) once, when its modules start: both are set
// before they are imported.
prepareEnvironment();
await loadMessages();
const { default: Editor } = await import('./Editor.tsx');

export default Editor;
