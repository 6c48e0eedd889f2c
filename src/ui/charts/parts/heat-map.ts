import { HeatmapChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';

export const parts = [HeatmapChart, GridComponent];
