import { HeatmapChart } from 'echarts/charts';
import { GridComponent, VisualMapPiecewiseComponent } from 'echarts/components';

export const parts = [HeatmapChart, GridComponent, VisualMapPiecewiseComponent];
