import { CanvasRenderer } from 'echarts/renderers';

export const parts = [CanvasRenderer];
