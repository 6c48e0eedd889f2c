import { Button, makeStyles } from '@fluentui/react-components';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import {
  BottomSheet,
  Choice,
  EmptyState,
  ErrorNotice,
  FieldFrame,
  LazyComponent,
  lazyToaster,
  notify,
  toastStore,
} from '../../ui/index.ts';
import { sayIn, StoryPage } from '../StoryPage.tsx';
import type { Say } from '../StoryPage.tsx';

const useStyles = makeStyles({
  page: { display: 'grid', gap: '24px', maxWidth: '480px', padding: '64px 24px 24px' },
});

/** A choice in each of its states, and the states of a list without rows: first use, no hits, a failure. */
function Page({ say }: { say: Say }) {
  const styles = useStyles();
  const [value, setValue] = useState('active');
  const [isOpen, setOpen] = useState(false);
  const options = [
    { value: 'active', label: say('status.active') },
    { value: 'inactive', label: say('status.inactive') },
    { value: 'none', label: say('story.reject'), disabled: true },
  ];
  const choices = [
    { id: 'choice', label: say('story.label'), props: {} },
    { id: 'empty', label: say('story.city'), props: { value: '', placeholder: say('form.choose') } },
    { id: 'invalid', label: say('story.size'), props: { 'aria-invalid': true } },
    { id: 'disabled', label: say('story.items'), props: { disabled: true } },
    { id: 'small', label: say('widgets.table.perPage'), props: { small: true } },
  ];
  return (
    <div className={styles.page}>
      {choices.map(({ id, label, props }) => (
        <FieldFrame key={id} id={id} label={label}>
          <Choice id={id} value={value} options={options} onChange={setValue} {...props} />
        </FieldFrame>
      ))}
      <EmptyState icon="people" tone="brand" title={say('story.empty')} text={say('story.emptyHint')}>
        <Button>{say('story.create')}</Button>
      </EmptyState>
      <ErrorNotice
        title={say('widgets.frame.failed.title')}
        text={say('widgets.frame.failed.text')}
        retry={{ text: say('widgets.frame.retry'), onRetry: () => undefined }}
      />
      <Button onClick={() => setOpen(true)}>{say('story.more')}</Button>
      {isOpen && (
        <BottomSheet
          title={say('story.title')}
          footer={<Button appearance="primary">{say('story.approve')}</Button>}
          onClose={() => setOpen(false)}
        >
          {say('story.paragraph')}
        </BottomSheet>
      )}
      <LazyComponent source={lazyToaster}>
        {(Toaster) => <Toaster label={say('toast.region')} closeLabel={say('toast.close')} />}
      </LazyComponent>
    </div>
  );
}

export default {
  title: 'Molde/Shared parts',
  tags: ['!autodocs'],
  render: (_, context) => <StoryPage context={context}>{(_settings, say) => <Page say={say} />}</StoryPage>,
  beforeEach: () => () => toastStore.setState({ toasts: [] }),
  async play({ canvas, globals }) {
    const say = sayIn(globals);
    const box = await canvas.findByRole('combobox', { name: say('story.label') });
    const before = box.getBoundingClientRect();
    await userEvent.click(box);
    const list = await screen.findByRole('listbox', { name: say('story.label') });
    // Opening moves nothing, and the list is as wide as its control, within the window.
    await expect(box.getBoundingClientRect()).toEqual(before);
    await waitFor(() => expect(list.getBoundingClientRect().top).toBeGreaterThan(before.bottom));
    await expect(list.getBoundingClientRect().width).toBeGreaterThanOrEqual(before.width);
    await expect(list.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
    await userEvent.click(screen.getByRole('option', { name: say('status.inactive') }));
    await expect(box).toHaveTextContent(say('status.inactive'));
    await userEvent.click(canvas.getByRole('button', { name: say('story.more') }));
    const sheet = await screen.findByRole('dialog', { name: say('story.title') });
    await waitFor(() => expect(sheet).toBeVisible());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    for (const kind of ['success', 'error', 'info', 'warning'] as const)
      notify(kind, say('story.text') + kind);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4));
    await userEvent.click(box);
    await screen.findByRole('listbox', { name: say('story.label') });
  },
} satisfies Meta;

export const Light: StoryObj = {};
export const Dark: StoryObj = { globals: { theme: 'dark' } };
export const English: StoryObj = { globals: { language: 'en' } };
export const Spanish: StoryObj = { globals: { language: 'es' } };
export const Narrow: StoryObj = { globals: { viewport: { value: 'phone', isRotated: false } } };
