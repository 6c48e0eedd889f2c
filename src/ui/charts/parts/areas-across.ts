import { MarkAreaComponent } from 'echarts/components';

export const parts = [MarkAreaComponent];
