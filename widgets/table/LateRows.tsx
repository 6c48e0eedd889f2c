import type { ComponentType, ReactNode } from 'react';
import { useText } from '../../src/engine/react/index.ts';
import { ErrorNotice, LazyComponent } from '../../src/ui/index.ts';
import type { LazySource } from '../../src/ui/index.ts';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { Column } from './view.ts';

interface LateRowsProps<P> {
  part: LazySource<P>;
  columns: readonly Column[];
  narrow: boolean;
  children: (Part: ComponentType<P>) => ReactNode;
}

/** Rows whose code is loaded apart: as if their data were on its way, with a way out where it does not come. */
export function LateRows<P extends object>({ part, columns, narrow, children }: LateRowsProps<P>) {
  const t = useText();
  return (
    <LazyComponent
      source={part}
      fallback={<TableSkeleton columns={columns} narrow={narrow} />}
      renderFailed={(retry) => (
        <ErrorNotice
          title={t('widgets.frame.failed.title')}
          retry={{ text: t('widgets.frame.retry'), onRetry: retry }}
        />
      )}
    >
      {children}
    </LazyComponent>
  );
}
