import { useMemo, type RefObject } from 'react';
import type { ChartMenuEntry, ChartTableData, IconName } from '../../../ui/index.ts';
import { useEngine } from '../context.ts';
import { useReport, useText } from '../hooks.ts';
import { useTileMenu } from '../rows/tile-menu.ts';

const noEntries: readonly ChartMenuEntry[] = [];

const fileName = (name: string, extension: string) =>
  `${name.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim() || extension}.${extension}`;

/** How a picture is made of what is drawn. */
interface Picture {
  plot: RefObject<HTMLElement | null>;
  make(plot: HTMLElement): Promise<Blob>;
}

/** The files that a figure or a table makes: its values, and a picture if it is drawn. */
export function useFiles(
  name: string,
  table: ChartTableData | null,
  picture: Picture | null = null,
): readonly ChartMenuEntry[] {
  const t = useText();
  const { host, lang } = useEngine();
  const report = useReport();
  return useMemo<readonly ChartMenuEntry[]>(() => {
    async function make(extension: 'png' | 'csv' | 'xlsx'): Promise<void> {
      try {
        if (extension === 'png') {
          if (!picture?.plot.current) return;
          const blob = await picture.make(picture.plot.current);
          const bytes = new Uint8Array(await blob.arrayBuffer());
          await host.saveContent({ bytes, type: blob.type }, fileName(name, 'png'));
        } else if (table) {
          const { chartFile } = await import('./chart-files.ts');
          await host.saveContent(await chartFile(extension, table, lang), fileName(name, extension));
        }
      } catch (error) {
        report(error);
        host.notify('error', t('charts.download.failed'));
      }
    }
    const entry = (extension: 'png' | 'csv' | 'xlsx', icon: IconName, text: string): ChartMenuEntry => ({
      id: extension,
      icon,
      text,
      run: () => void make(extension),
    });
    return [
      ...(picture ? [entry('png', 'image', t('charts.download.png'))] : []),
      entry('csv', 'document-text', t('charts.download.csv')),
      entry('xlsx', 'table', t('charts.download.xlsx')),
    ];
  }, [t, lang, host, report, name, picture, table]);
}

/**
 * The files of a figure. The entries stand in the menu of the tile around.
 * @returns the entries for the figure's own menu; none where there is a tile.
 */
export function useChartFiles(...figure: Parameters<typeof useFiles>): readonly ChartMenuEntry[] {
  const menu = useFiles(...figure);
  // One menu for a tile: the entries stand in it, beside its own.
  const isInTileMenu = useTileMenu(menu);
  return isInTileMenu ? noEntries : menu;
}
