import type { WidgetSpec } from '../src/engine/core/index.ts';
import avatar from './avatar/index.ts';
import badge from './badge/index.ts';
import button from './button/index.ts';
import dialog from './dialog/index.ts';
import emptyState from './empty-state/index.ts';
import filterBar from './filter-bar/index.ts';
import form from './form/index.ts';
import menuButton from './menu-button/index.ts';
import pageHeader from './page-header/index.ts';
import section from './section/index.ts';
import stack from './stack/index.ts';
import table from './table/index.ts';
import text from './text/index.ts';

/** Every widget there is. Server and browser read it alike: a definition loads no React, only its load() does. */
export const widgets: readonly WidgetSpec[] = [
  stack,
  section,
  dialog,
  pageHeader,
  table,
  filterBar,
  form,
  text,
  badge,
  button,
  menuButton,
  avatar,
  emptyState,
];
