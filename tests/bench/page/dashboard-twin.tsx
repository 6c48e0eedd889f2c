import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular, MoreHorizontal20Regular, TableSimple20Regular } from '@fluentui/react-icons';
import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useId, useRef } from 'react';
import type { BenchTile } from './dashboard.ts';

register([BarChart, GridComponent, TooltipComponent, SVGRenderer]);

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    gridAutoRows: '50px',
    gap: '16px',
    padding: '24px',
  },
  tile: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    boxSizing: 'border-box',
    overflow: 'auto',
    padding: '12px 16px 16px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    ':hover > [data-tools], :focus-within > [data-tools]': { opacity: 1 },
  },
  tools: { position: 'absolute', top: '4px', right: '12px', opacity: 0 },
  head: { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
  figure: { display: 'flex', flexGrow: 1, minHeight: 0, margin: 0 },
  stage: { flexGrow: 1, minWidth: 0 },
  list: { listStyleType: 'none', margin: '0 -16px', padding: 0, overflow: 'auto' },
  row: {
    display: 'flex',
    flexDirection: 'column',
    padding: '10px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  more: { display: 'flex', flexWrap: 'wrap', gap: '6px', color: tokens.colorNeutralForeground3 },
});

let made: Intl.NumberFormat | undefined;
/** Made by the first figure: the first formatter of a page takes 20 ms, which the engine's does too. */
const format = (value: number) => (made ??= new Intl.NumberFormat('pt-BR')).format(value);

/** The dashboard of dashboard.ts written by hand: a grid of cards with Fluent's texts, the same
 * library of charts, and lists, as which the engine renders tables of this width. */
export function PlainDashboard({ tiles }: { tiles: readonly BenchTile[] }) {
  const styles = useStyles();
  return (
    <main className={styles.grid}>
      {tiles.map((tile) => (
        <Tile key={tile.title} tile={tile} />
      ))}
    </main>
  );
}

function Tile({ tile }: { tile: BenchTile }) {
  const styles = useStyles();
  const { x, y, w, h } = tile.at;
  const title = useId();
  return (
    <section
      className={styles.tile}
      aria-labelledby={title}
      style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}
    >
      <div className={styles.head}>
        <Text as="h3" id={title} weight="semibold">
          {tile.title}
        </Text>
        {tile.kind === 'chart' && (
          <Button
            appearance="subtle"
            size="small"
            aria-label="Mostrar como tabela"
            icon={<TableSimple20Regular />}
          />
        )}
      </div>
      {tile.kind === 'stat' && <Text size={700}>{format(tile.value)}</Text>}
      {tile.kind === 'chart' && <Bars tile={tile} />}
      {tile.kind === 'table' && <Rows tile={tile} />}
      <div data-tools="" className={styles.tools}>
        <Button
          appearance="subtle"
          size="small"
          aria-label={`Ações: ${tile.title}`}
          aria-haspopup="menu"
          aria-expanded={false}
          icon={<MoreHorizontal20Regular />}
        />
      </div>
    </section>
  );
}

function Bars({ tile: { title, points } }: { tile: BenchTile }) {
  const styles = useStyles();
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chart = init(stage.current!, null, { renderer: 'svg' });
    chart.setOption({
      animation: false,
      grid: { left: 32, right: 8, top: 8, bottom: 24 },
      tooltip: { trigger: 'axis', renderMode: 'richText' },
      xAxis: { type: 'category', data: points.map(({ label }) => label) },
      yAxis: { type: 'value' },
      series: [
        { type: 'bar', data: points.map(({ value }) => value), label: { show: true, position: 'top' } },
      ],
    });
    const sizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = stage.current!;
      if (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight) chart.resize();
    });
    sizes.observe(stage.current!);
    return () => {
      sizes.disconnect();
      chart.dispose();
    };
  }, [points]);
  return (
    <figure className={styles.figure} aria-label={title}>
      <div ref={stage} className={styles.stage} data-chart="svg" />
    </figure>
  );
}

function Rows({ tile: { rows } }: { tile: BenchTile }) {
  const styles = useStyles();
  return (
    <>
      <div>
        <Button appearance="transparent" size="small" icon={<ChevronDown16Regular />} iconPosition="after">
          Ordem
        </Button>
      </div>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row['id']} className={styles.row} data-row="">
            <Text weight="semibold">{row['id']}</Text>
            <Text size={200}>{row['name']}</Text>
            <div className={styles.more}>
              <Text size={200}>{row['status']}</Text>
              <span aria-hidden="true">·</span>
              <Text size={200}>{row['city']}</Text>
              <span aria-hidden="true">·</span>
              <Text size={200}>{row['amount']}</Text>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
