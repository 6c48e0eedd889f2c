import { SVGRenderer } from 'echarts/renderers';

export const parts = [SVGRenderer];
