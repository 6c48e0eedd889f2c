import { validateRegistry, createRegistry, loadSpecs } from '../../../../engine/core/index.ts';
import { widgets } from '../../../../../widgets/index.ts';

/** The widgets that definitions are validated against. */
export const registry = createRegistry(await loadSpecs(widgets));
validateRegistry(registry);
