// A widget that renders a text: schema, definition, component, stories, test, and its line in widgets/index.ts.
import { insertLine, namesOf } from '../lib/scaffold.mjs';

const words = {
  pt: 'Diga aqui o que mostra.',
  en: 'Describe here what it shows.',
  es: 'Diga aquí qué muestra.',
};

/** @param {ReturnType<typeof import('../lib/scaffold.mjs').changesIn>} changes */
export function create(changes, given) {
  const names = namesOf(given);
  const { name, pascal, title } = names;
  const folder = `widgets/${name}`;
  changes.add(`schemas/widgets/${name}.schema.json`, schema(names));
  changes.add(`${folder}/index.ts`, definition(names));
  changes.add(`${folder}/${pascal}.tsx`, component(names));
  changes.add(`${folder}/${pascal}.stories.tsx`, stories(names));
  changes.add(`${folder}/${pascal}.test.tsx`, test(names));
  changes.edit('widgets/index.ts', (text) =>
    insertLine(
      text,
      /^ {2}\{ type: '([^']+)'/,
      `  { type: '${name}', load: () => import('./${name}/index.ts') },`,
    ),
  );
  const texts = Object.fromEntries(
    Object.entries(words).map(([language, description]) => [language, { title, description }]),
  );
  changes.addTexts(texts, ['palette', 'badge'], name);
}

const schema = ({ name, pascal, title }) =>
  JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://molde.app/schemas/widgets/${name}.schema.json`,
      title: `${pascal}Props`,
      description: `${title}: describe it here.`,
      type: 'object',
      properties: {
        text: { title: 'Text', description: 'Displayed text.', $ref: '../prop-text.schema.json' },
      },
      required: ['text'],
      additionalProperties: false,
    },
    null,
    2,
  );

const definition = ({ name, pascal }) => `
import propsSchema from '../../schemas/widgets/${name}.schema.json' with { type: 'json' };
import { defineWidget, type ${pascal}Props } from '../../src/engine/core/index.ts';
import type { WidgetDefinition } from '../../src/engine/react/index.ts';

export default defineWidget<WidgetDefinition<${pascal}Props>>({
  type: '${name}',
  icon: 'square',
  group: 'content',
  size: { w: 4, h: 1 },
  propsSchema,
  defaults: { text: '' },
  data: 'nothing',
  load: () => import('./${pascal}.tsx'),
});
`;

const component = ({ pascal, title }) => `
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ${pascal}Props } from '../../src/engine/core/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';

const useStyles = makeStyles({
  root: { margin: 0, minWidth: 0, overflowWrap: 'anywhere', color: tokens.colorNeutralForeground1 },
});

/** ${title}; it renders nothing without a text. */
export default function ${pascal}({ id, props }: WidgetProps<${pascal}Props>) {
  const styles = useStyles();
  if (props.text === '') return null;
  return <p id={id} className={styles.root}>{props.text}</p>;
}
`;

const stories = ({ title }) => `
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [{ props: { text: '$story.text' } }, { props: { text: '$story.paragraph' } }],
  emptyIsNothing: true,
});

export default { ...stories.meta, title: '${title}' };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
`;

const test = ({ name }) => `
// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

describe('${name}', () => {
  it('should render its text, and nothing without one', async () => {
    renderScreen(
      screenOf([
        { id: 'a', type: '${name}', props: { text: 'Olá' } },
        { id: 'b', type: '${name}', props: { text: '' } },
      ]),
    );
    expect((await screen.findByText('Olá')).id).toBe('a');
    expect(document.querySelector('#b')).toBeNull();
  });
});
`;
