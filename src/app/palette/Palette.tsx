import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PaletteDialog } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';
import type { Shell } from '../shell-context.ts';
import { pieces } from './match.ts';
import { useFindings } from './useFindings.ts';
import type { Finding } from './useFindings.ts';

interface PaletteProps {
  shell: Shell;
  typed: string;
  onType(text: string): void;
  onClose(): void;
}

/** Finds screens, recent records and actions of the open screen by the keyboard, over the page as it is. */
export default function Palette({ shell, typed, onType, onClose }: PaletteProps) {
  const { t, find } = useI18n();
  const navigate = useNavigate();
  // Over the middle of the page beside the menu.
  const [left] = useState(() => document.getElementById('content')?.getBoundingClientRect().left ?? 0);
  const groups = useFindings(shell, typed);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const query = typed.trimStart().replace(/^>/, '').trim();
  if (find('finder.label') === null) return null;

  function open(finding: Finding, newTab: boolean) {
    if (finding.path !== undefined && newTab) {
      window.open(finding.path, '_blank', 'noopener');
      return;
    }
    onClose();
    if (finding.path !== undefined) void navigate(finding.path);
    // The action may open a dialog, which takes the focus after it returned to the page.
    else setTimeout(() => finding.run?.());
  }

  const none = query === '' ? t('finder.empty') : t('finder.none', { query });
  return (
    <PaletteDialog
      label={t('finder.label')}
      placeholder={t('finder.placeholder')}
      typed={typed}
      groups={groups}
      status={count > 0 ? t('finder.found', { count }) : none}
      keys={[
        { keys: ['↑', '↓'], text: t('finder.choose') },
        { keys: ['Enter'], text: t('finder.open') },
        { keys: ['Ctrl Enter'], text: t('finder.newTab') },
        { keys: ['>'], text: t('finder.onlyActions') },
      ]}
      left={left}
      piecesOf={(text) => pieces(text, query)}
      onType={onType}
      onOpen={open}
      onClose={onClose}
    />
  );
}
