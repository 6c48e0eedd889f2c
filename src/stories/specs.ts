import { widgets } from '../../widgets/index.ts';
import { loadSpecs } from '../engine/core/index.ts';

/** The declarations of all widgets, since a story's children may be of any type. */
export const specs = await loadSpecs(widgets);
