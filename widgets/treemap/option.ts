import type { FigureFormat, FigureSettings, Scalar } from '../../src/engine/react/index.ts';
import { chartColorOf, mixColors, tooltipBase, tooltipContent } from '../../src/ui/index.ts';
import type { ChartDrawing, ChartPosition, ChartTheme } from '../../src/ui/index.ts';
import type { AreaGroup, Areas } from './areas.ts';

interface DrawingInput {
  areas: Areas;
  format: FigureFormat;
  settings: FigureSettings;
  measure: string;
  share: string;
  selectable: boolean;
  chosen: { category: Scalar; group: Scalar };
}

/** How much of a group's colour its areas have: texts on them keep their contrast. */
const tint = 0.32;

/** Sides of an area, in pixels, from which it has room for its name and for its figure. */
const nameSide = 44;
const figureSide = 60;

/** Positions by their index in the library's tree: its root, then each group (with the index -1) before its areas. */
function indexesOf(groups: readonly AreaGroup[]): (ChartPosition | null)[] {
  const positions: (ChartPosition | null)[] = [null];
  groups.forEach(({ name, areas }, series) => {
    if (name !== null) positions.push({ series, index: -1 });
    areas.forEach((_, index) => positions.push({ series, index }));
  });
  return positions;
}

/** Drawing of the library: areas in the tint of their group, with name and figure where these have room. */
export function createDrawing({
  areas: { groups },
  format,
  settings,
  measure,
  share: shareLabel,
  selectable,
  chosen,
}: DrawingInput): ChartDrawing {
  const positions = indexesOf(groups);
  const areaAt = ({ series, index }: ChartPosition) => groups[series]?.areas[index];
  const nodesOf = (group: AreaGroup, theme: ChartTheme) => {
    const color = chartColorOf(theme, group.color);
    const fill = mixColors(color, theme.background, tint);
    return group.areas.map(({ name, value, raw }) => {
      const isDimmed =
        (chosen.category !== null && chosen.category !== raw) ||
        (chosen.group !== null && chosen.group !== group.key);
      return {
        name,
        value,
        itemStyle: { color: fill, borderColor: theme.background, borderWidth: 1, gapWidth: 1 },
        ...(isDimmed && { itemStyle: { color: fill, opacity: 0.4, borderColor: theme.background } }),
      };
    });
  };
  return {
    parts: ['treemap'],
    marks: positions.length,
    markOf: (position) => {
      const dataIndex = positions.findIndex(
        (one) => one !== null && one.series === position.series && one.index === position.index,
      );
      return dataIndex === -1 ? null : { seriesIndex: 0, dataIndex };
    },
    positionOf: ({ dataIndex }) => {
      const position = positions[dataIndex];
      return position && position.index >= 0 ? position : null;
    },
    option: (theme, { width, height }) => ({
      tooltip: {
        ...tooltipBase(theme),
        trigger: 'item',
        formatter: ({ dataIndex }: { dataIndex: number }) => {
          const position = positions[dataIndex];
          const area = position && areaAt(position);
          const group = position && groups[position.series];
          if (!area || !group) return '';
          return tooltipContent(group.name === null ? area.name : `${group.name}, ${area.name}`, [
            {
              color: chartColorOf(theme, group.color),
              name: measure,
              value: format.value(area.value, settings),
            },
            { color: 'transparent', name: shareLabel, value: format.percent(area.share) },
          ]);
        },
      },
      series: [
        {
          type: 'treemap',
          left: 0,
          right: 0,
          top: 0,
          bottom: 0,
          roam: false,
          nodeClick: false,
          breadcrumb: { show: false },
          // The order is given, and every area is drawn.
          sort: 'desc',
          visibleMin: 0,
          cursor: selectable ? 'pointer' : 'default',
          label: {
            show: true,
            position: [4, 4],
            color: theme.strongText,
            fontSize: 12,
            lineHeight: 16,
            overflow: 'truncate',
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const position = positions[dataIndex];
              if (!position) return '';
              const area = areaAt(position);
              // The library asks here for the names of groups too.
              if (!area) return groups[position.series]?.name ?? '';
              const side = Math.sqrt(area.share * width * height);
              if (side < nameSide) return '';
              const name = `{name|${area.name}}`;
              return side < figureSide ? name : `${name}\n${format.short(area.value, settings)}`;
            },
            rich: { name: { fontSize: 12, fontWeight: 600, lineHeight: 16, color: theme.strongText } },
          },
          upperLabel: {
            show: groups.some(({ name }) => name !== null),
            height: 22,
            color: theme.strongText,
            fontSize: 12,
            fontWeight: 600,
          },
          itemStyle: { borderColor: theme.background, borderWidth: 0, gapWidth: 2 },
          emphasis: {
            itemStyle: { borderColor: theme.strongText, borderWidth: 1.5 },
            upperLabel: { show: true, height: 22, color: theme.strongText },
          },
          levels: [
            { upperLabel: { show: false }, itemStyle: { borderWidth: 0, gapWidth: 6 } },
            { itemStyle: { borderWidth: 0, gapWidth: 2 } },
          ],
          data: groups.flatMap((group): object[] =>
            group.name === null
              ? nodesOf(group, theme)
              : [
                  {
                    name: group.name,
                    value: group.value,
                    itemStyle: { color: theme.background, borderColor: theme.background },
                    children: nodesOf(group, theme),
                  },
                ],
          ),
        },
      ],
    }),
  };
}
