import type { ReactNode } from 'react';
import { valueAt } from '../../src/contracts/json-pointer.ts';
import { isBlank, isPlainClick } from '../../src/engine/react/index.ts';
import { PersonAvatar, ToneBadge } from '../../src/ui/index.ts';
import type { TableStyles } from './styles.ts';
import type { TableView } from './view.ts';

/** Functions and styles of the table that cells need. */
export interface CellTools {
  styles: TableStyles;
  /** Address of a link cell, filled in from its row; null when a value is missing. */
  addressOf(template: string, row: TableView['rows'][number]): string | null;
  navigate(to: string): void;
  /** Set when rows can be pressed: the title is then the button that the keyboard reaches. */
  press: ((index: number) => void) | null;
  /** Of a cell's controls: -1 in a grid, where the arrow keys reach them; in cards each is a stop of its own. */
  tabIndex: -1 | undefined;
}

function renderLink(
  view: TableView,
  column: number,
  index: number,
  text: string,
  tools: CellTools,
): ReactNode {
  const row = view.rows[index];
  const template = view.columns[column]?.link;
  const address = template !== undefined && row ? tools.addressOf(template, row) : null;
  if (address === null) return text;
  return (
    <a
      tabIndex={tools.tabIndex}
      className={`${tools.styles.link} ${tools.styles.brandLink}`}
      href={address}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        tools.navigate(address);
      }}
    >
      {text}
    </a>
  );
}

/** Content of a cell before its badges. A function, not a component: a page has hundreds of cells. */
function renderValue(view: TableView, column: number, index: number, tools: CellTools): ReactNode {
  const settings = view.columns[column];
  const text = view.text(column, index);
  if (!settings) return text;
  const raw = view.raw(column, index);
  const blank = isBlank(raw);
  if (settings.cell === 'link' && !blank) return renderLink(view, column, index, text, tools);
  if (!blank && (settings.cell === 'badge' || (settings.cell === 'boolean' && settings.tones))) {
    return <ToneBadge tone={settings.tones?.[String(raw)] ?? 'neutral'} text={text} />;
  }
  if (column === view.titleColumn && tools.press) {
    const { press } = tools;
    return (
      <button
        type="button"
        tabIndex={-1}
        className={`${tools.styles.link} ${tools.styles.ellipsis}`}
        onClick={() => press(index)}
      >
        {text}
      </button>
    );
  }
  return text;
}

/** Content of one cell: a text node wherever that is all there is. */
export function renderCell(
  view: TableView,
  column: number,
  index: number,
  tools: CellTools,
  withAvatars = true,
): ReactNode {
  const settings = view.columns[column];
  const value = renderValue(view, column, index, tools);
  if (!settings) return value;
  const badges = view.badges(column, index);
  const withAvatar = settings.cell === 'avatar' && withAvatars;
  if (!withAvatar && badges.length === 0) return value;
  return (
    <span className={tools.styles.line}>
      {withAvatar && (
        <PersonAvatar
          decorative
          size={24}
          name={view.text(column, index)}
          image={imageOf(view, column, index)}
        />
      )}
      {typeof value === 'string' ? <span className={tools.styles.ellipsis}>{value}</span> : value}
      {badges.map((badge) => (
        <ToneBadge key={badge.text} tone={badge.tone ?? 'neutral'} text={badge.text} />
      ))}
    </span>
  );
}

/** Address of the picture at the column's image path, if the row has one. */
export function imageOf(view: TableView, column: number, index: number): string | null {
  const path = view.columns[column]?.image;
  const value = path === undefined ? null : valueAt(view.rows[index], path.split('.'));
  return typeof value === 'string' && value !== '' ? value : null;
}
