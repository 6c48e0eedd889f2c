export { DocumentForm as default } from '../../src/engine/react/index.ts';
