import { BarChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';

export const parts = [BarChart, GridComponent];
