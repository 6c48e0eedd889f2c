import { makeStyles, tokens } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { FormCounts } from '../../ui/index.ts';
import { sayIn, StoryPage } from '../StoryPage.tsx';
import type { Say } from '../StoryPage.tsx';

const useStyles = makeStyles({
  page: { display: 'grid', gap: '8px', padding: '24px' },
  line: {
    minHeight: '36px',
    padding: '0 16px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

const numbers = [
  { changes: 0, invalid: 0 },
  { changes: 1, invalid: 0 },
  { changes: 3, invalid: 1 },
  { changes: 1204, invalid: 2 },
];

interface Args {
  narrow: boolean;
  onShowFirst(): void;
}

function Page({ say, narrow, onShowFirst }: Args & { say: Say }) {
  const styles = useStyles();
  return (
    <div className={styles.page}>
      {numbers.map(({ changes, invalid }) => (
        <div key={changes} className={styles.line}>
          <FormCounts
            changes={changes}
            invalid={invalid}
            narrow={narrow}
            texts={{
              changes: (count) =>
                say(`widgets.page-header.${narrow ? 'changesShort' : 'changes'}`, { count }),
              invalid: (count) => say('widgets.page-header.invalid', { count }),
              unchanged: say('widgets.page-header.unchanged'),
            }}
            onShowFirst={onShowFirst}
          />
        </div>
      ))}
    </div>
  );
}

/** The counts in the header of a page with forms. */
export default {
  title: 'Molde/Form counts',
  tags: ['!autodocs'],
  args: { narrow: false, onShowFirst: fn() },
  render: (args, context) => (
    <StoryPage context={context}>{(_settings, say) => <Page say={say} {...args} />}</StoryPage>
  ),
  async play({ canvas, args, globals }) {
    const say = sayIn(globals);
    await expect(canvas.getAllByRole('status')).toHaveLength(numbers.length);
    const first = canvas.getByRole('button', { name: say('widgets.page-header.invalid', { count: 1 }) });
    await userEvent.click(first);
    await expect(args.onShowFirst).toHaveBeenCalledOnce();
    // A form without changes says so only where its line is there anyway.
    await expect(canvas.queryAllByText(say('widgets.page-header.unchanged'))).toHaveLength(
      args.narrow ? 1 : 0,
    );
  },
} satisfies Meta<Args>;

type Story = StoryObj<Args>;

export const Light: Story = {};
export const Dark: Story = { globals: { theme: 'dark' } };
export const English: Story = { globals: { language: 'en' } };
export const Spanish: Story = { globals: { language: 'es' } };
export const Narrow: Story = {
  args: { narrow: true },
  globals: { viewport: { value: 'phone', isRotated: false } },
};
