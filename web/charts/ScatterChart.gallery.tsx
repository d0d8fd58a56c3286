import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { countFormat, moneyFormat, ratioFormat } from './formats.ts'
import type { ScatterPoint } from './scatter.ts'
import { ScatterChart } from './ScatterChart.tsx'

const points: ScatterPoint[] = Array.from({ length: 60 }, (_, index) => {
  const units = Math.round(4 * 1.11 ** index)
  const margin = Math.sin(index * 1.7) * 0.22 + 0.08
  return {
    id: `P-${index}`,
    name: index === 50 ? 'Cotton bath towel, set of 3, organic and washed' : `Product ${index}`,
    x: String(units),
    y: index === 7 ? null : margin.toFixed(4),
    size: (units * margin * 12).toFixed(2),
  }
})

const shown = {
  summary: 'Margin of products by the units that they sold',
  x: { label: 'Units', format: countFormat },
  y: { label: 'Margin per unit', format: ratioFormat },
  size: { label: 'Net profit', format: moneyFormat('EUR') },
  onExplain: () => {},
}

export const gallery: GalleryPage = {
  group: 'Charts',
  title: 'Scatter',
  states: [
    {
      name: 'In four quarters; gains and losses by area',
      render: () => (
        <ScatterChart
          {...shown}
          points={points}
          split={{
            x: '60',
            y: '0.1',
            names: {
              topLeft: 'Push',
              topRight: 'Keep',
              bottomLeft: 'Let go',
              bottomRight: 'Fix price or cost',
            },
          }}
        />
      ),
    },
    { name: 'One point', render: () => <ScatterChart {...shown} points={points.slice(20, 21)} /> },
    { name: 'Without points', render: () => <ScatterChart {...shown} points={[]} /> },
  ],
}
