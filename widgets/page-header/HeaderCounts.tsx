import { useText } from '../../src/engine/react/index.ts';
import type { PageCounts } from '../../src/engine/react/index.ts';
import { FormCounts } from '../../src/ui/index.ts';

/** Counts of the invalid fields and of the unsaved changes of the page's forms. */
export default function HeaderCounts({
  counts: { changes, invalid },
  narrow,
  onShowFirst,
}: {
  counts: PageCounts;
  narrow: boolean;
  onShowFirst(): void;
}) {
  const t = useText();
  const changed = narrow ? 'widgets.page-header.changesShort' : 'widgets.page-header.changes';
  const texts = {
    changes: (count: number) => t(changed, { count }),
    invalid: (count: number) => t('widgets.page-header.invalid', { count }),
    unchanged: t('widgets.page-header.unchanged'),
  };
  return <FormCounts {...{ changes, invalid, narrow, texts, onShowFirst }} />;
}
