import { makeStyles } from '@fluentui/react-components';
import { init } from 'echarts/core';
import type { EChartsCoreOption, ECharts } from 'echarts/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readChartTheme, watchTheme } from './chart-theme.ts';
import type { ChartTheme } from './chart-theme.ts';
import { loadChartParts } from './load-parts.ts';
import type { ChartPart } from './load-parts.ts';

/** A point by the index of its series and its index in it. */
export interface ChartPosition {
  series: number;
  index: number;
}

export interface ChartSize {
  width: number;
  height: number;
}

/** A mark of the library: the index of its series and of its item. */
export interface ChartMark {
  seriesIndex: number;
  dataIndex: number;
}

export interface ChartDrawing {
  /** Parts of the library that the option needs, beside the renderer. */
  parts: readonly ChartPart[];
  /** Number of marks; many are drawn on a canvas. */
  marks: number;
  option(theme: ChartTheme, size: ChartSize): EChartsCoreOption;
  /** The mark of a point, where it is not the one at the same indexes; null for a point without one. */
  markOf?(position: ChartPosition): ChartMark | null;
  /** The point of a mark, as `markOf` says; null for a mark that is no point. */
  positionOf?(mark: ChartMark): ChartPosition | null;
}

/** The whole option: what a drawing says, with the settings of every chart. */
export const optionOf = (drawing: ChartDrawing, theme: ChartTheme, size: ChartSize): EChartsCoreOption => ({
  animation: false,
  useUTC: true,
  textStyle: { fontFamily: theme.fontFamily, color: theme.text, fontSize: 12 },
  ...(theme.patterns && { aria: { enabled: true, label: { enabled: false }, decal: { show: true } } }),
  ...drawing.option(theme, size),
});

/** From this number of marks a canvas is faster than elements. */
const canvasFrom = 1_000;

const useStyles = makeStyles({
  // The library sizes its content in pixels, which must not hold the box at that size.
  root: { position: 'relative', overflow: 'hidden', flexGrow: 1, minHeight: 0, minWidth: 0 },
  stage: { position: 'absolute', inset: 0 },
});

/** Renders a chart of the library, in the theme around it, at the size of its box. Screen readers get the text beside it. */
export function EChart({
  drawing,
  active,
  onPress,
}: {
  drawing: ChartDrawing;
  /** The point that the keyboard has reached. */
  active: ChartPosition | null;
  onPress: ((position: ChartPosition) => void) | undefined;
}) {
  const styles = useStyles();
  const stage = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts | null>(null);
  const [size, setSize] = useState<ChartSize | null>(null);
  const [theme, setTheme] = useState<ChartTheme | null>(null);
  const [, setFailure] = useState(null);
  const renderer = drawing.marks >= canvasFrom ? 'canvas' : 'svg';
  const parts = [...drawing.parts, renderer, ...(theme?.patterns ? ['decals'] : [])].join();
  const press = useEffectEvent((mark: ChartMark) => {
    const position = drawing.positionOf
      ? drawing.positionOf(mark)
      : { series: mark.seriesIndex, index: mark.dataIndex };
    if (position) onPress?.(position);
  });

  useLayoutEffect(() => {
    const box = stage.current;
    if (!box) return undefined;
    const read = () => {
      const next = readChartTheme(box);
      setTheme((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    const release = watchTheme(read);
    read();
    return release;
  }, []);

  useLayoutEffect(() => {
    const box = stage.current;
    if (!box || globalThis.ResizeObserver === undefined) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = box;
      if (width > 0 && height > 0)
        setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const isMeasured = size !== null;
  // Without a size the library measures its box, for which the browser has to lay out the page for each chart.
  const sizeNow = useEffectEvent(() => size ?? {});
  useEffect(() => {
    const box = stage.current;
    if (!box || !isMeasured) return undefined;
    let made: ECharts | null = null;
    let isGone = false;
    loadChartParts(parts.split(',') as ChartPart[]).then(
      () => {
        if (isGone) return;
        made = init(box, null, { renderer, ...sizeNow() });
        made.on('click', (event) => {
          const { seriesIndex, dataIndex } = event;
          if (event.componentType === 'series' && seriesIndex !== undefined)
            press({ seriesIndex, dataIndex });
        });
        setChart(made);
      },
      (error: unknown) => {
        // The widget's frame renders what failed, with a retry.
        if (!isGone)
          setFailure(() => {
            throw error;
          });
      },
    );
    return () => {
      isGone = true;
      setChart(null);
      made?.dispose();
    };
  }, [parts, renderer, isMeasured]);

  // A tooltip measures the page when it is made, so it is made for who comes near.
  const hasTooltip = useRef(false);
  const isReached = active !== null;
  useEffect(() => {
    const box = stage.current;
    if (!box || !chart || chart.isDisposed() || !theme || !size) return undefined;
    const { tooltip, ...option } = optionOf(drawing, theme, size);
    hasTooltip.current ||= isReached;
    if (chart.getWidth() !== size.width || chart.getHeight() !== size.height) chart.resize(size);
    chart.setOption(hasTooltip.current ? { ...option, tooltip } : option, { notMerge: true });
    if (hasTooltip.current) return undefined;
    const add = () => {
      hasTooltip.current = true;
      chart.setOption({ tooltip });
    };
    // Before the move of the pointer that the library shows it for.
    box.addEventListener('pointerenter', add, { once: true });
    return () => box.removeEventListener('pointerenter', add);
  }, [chart, drawing, theme, size, isReached]);

  const wasReached = useRef<ECharts>(null);
  useEffect(() => {
    if (!chart || chart.isDisposed()) return;
    // Each action renders the chart once more.
    if (!active && wasReached.current !== chart) return;
    wasReached.current = chart;
    chart.dispatchAction({ type: 'downplay' });
    if (!active) {
      chart.dispatchAction({ type: 'hideTip' });
      return;
    }
    const at = drawing.markOf
      ? drawing.markOf(active)
      : { seriesIndex: active.series, dataIndex: active.index };
    if (!at) {
      chart.dispatchAction({ type: 'hideTip' });
      return;
    }
    chart.dispatchAction({ type: 'highlight', ...at });
    chart.dispatchAction({ type: 'showTip', ...at });
  }, [chart, active, drawing, theme, size]);

  return (
    <div className={styles.root} aria-hidden="true">
      <div ref={stage} className={styles.stage} data-chart={chart ? renderer : 'waiting'} />
    </div>
  );
}
