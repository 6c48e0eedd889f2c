import { createContext, useCallback, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../engine/react/index.ts';
import { visuallyHidden } from '../../ui/index.ts';
import { makeStyles } from '@fluentui/react-components';
import type { Report } from '../actions.ts';

const AnnounceContext = createContext<(report: Report) => void>(() => undefined);

const useStyles = makeStyles({ spoken: visuallyHidden });

/** Says politely what keys and gestures did. */
export function Announcer({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const t = useText();
  const [said, setSaid] = useState({ text: '', count: 0 });
  const say = useCallback(
    ({ key, values }: Report) => setSaid(({ count }) => ({ text: t(key, values), count: count + 1 })),
    [t],
  );
  return (
    <AnnounceContext value={say}>
      {children}
      <div className={styles.spoken} role="status" data-announcement="">
        {/* The same text twice is said twice. */}
        <span key={said.count}>{said.text}</span>
      </div>
    </AnnounceContext>
  );
}

export const useAnnounce = (): ((report: Report) => void) => useContext(AnnounceContext);
