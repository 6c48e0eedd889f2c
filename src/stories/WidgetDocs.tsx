import {
  Canvas,
  Controls,
  DocsContext,
  Heading,
  Markdown,
  Source,
  Stories,
  Subtitle,
  Title,
} from '@storybook/addon-docs/blocks';
import { useContext } from 'react';
import type { JsonObject } from '../contracts/json.ts';
import type { WidgetSpec } from '../engine/core/index.ts';
import { propRows } from './controls.ts';
import { translate } from './host.ts';
import type { WidgetParameters } from './widget-stories.tsx';

/** Texts in Portuguese, the product's first language. */
const words = (key: string) => translate('pt', key.replace(/^\$/, '')) ?? key;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

function propTable(spec: WidgetSpec): string {
  return table(
    ['Prop', 'Type', 'Default', 'What it does'],
    propRows(spec).map(({ name, title, type, required, defaultValue, description }) => [
      `\`${name}\`${required ? ' \\*' : ''}`,
      `\`${type}\``,
      defaultValue === undefined ? '' : `\`${JSON.stringify(defaultValue)}\``,
      `**${title}.** ${description}`,
    ]),
  );
}

const dataLabels: Record<WidgetSpec['data'], string> = {
  nothing: 'nothing: it is rendered from its props alone',
  rows: 'the rows of its source; its frame loads them',
  record: 'the record of its source; its frame loads it',
};

function facts(spec: WidgetSpec): string {
  const { w, h, minW, minH } = spec.size;
  const least = minW === undefined && minH === undefined ? '' : `, at least ${minW ?? 1} × ${minH ?? 1}`;
  return table(
    ['What', 'How'],
    [
      ['Type', `\`${spec.type}\`, version ${spec.version}`],
      ['Group', spec.group],
      ['Size in a grid', `${w} of 12 columns × ${h} rows of 50 px${least}`],
      ['Data', dataLabels[spec.data]],
      ['Children', spec.children === undefined ? 'none' : `yes (${spec.children})`],
      ...(spec.slots ?? []).map(({ name, description, scope = [] }) => [
        `Slot \`${name}\``,
        [words(description), ...scope.map((one) => `\`${one}\``)].join(', '),
      ]),
      ...(spec.sources ?? []).map(({ name, description }) => [`Source \`${name}\``, words(description)]),
      ...(spec.events ?? []).map(({ name, description }) => [`Event \`${name}\``, words(description)]),
    ],
  );
}

/** Returns the first node of a story's document, as a designer writes it, with its source. */
function example(document: JsonObject): string {
  const { body, dialogs, sources } = document as {
    body: JsonObject[];
    dialogs: JsonObject[];
    sources: JsonObject;
  };
  const node = dialogs[0] ?? body[0] ?? {};
  const fed = typeof node.source === 'string' ? { sources, body: [node] } : node;
  return JSON.stringify(fed, null, 2);
}

/** The docs page of a widget, made from its declaration, its schema and the texts of locales/. */
export function WidgetDocs() {
  const context = useContext(DocsContext);
  const stories = context.componentStories();
  const ordinary = stories.find(({ name }) => name === 'Portuguese') ?? stories[0];
  const parameters = ordinary?.parameters as Partial<WidgetParameters> | undefined;
  if (!ordinary || !parameters?.widget || !parameters.document) return <Stories />;
  const { widget, document } = parameters;
  const { description } = widget.propsSchema;
  return (
    <>
      <Title>{words(widget.title)}</Title>
      <Subtitle>{words(widget.description)}</Subtitle>
      <Markdown>{typeof description === 'string' ? description : ''}</Markdown>
      <Canvas of={ordinary.moduleExport} sourceState="none" />
      <Controls of={ordinary.moduleExport} />
      <Heading>Declaration</Heading>
      <Markdown>{facts(widget)}</Markdown>
      <Heading>Props</Heading>
      <Markdown>{propTable(widget)}</Markdown>
      <Heading>Example</Heading>
      <Source code={example(document(ordinary.initialArgs as JsonObject))} language="json" />
      <Stories />
    </>
  );
}
