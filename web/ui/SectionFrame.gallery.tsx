import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { SectionColumns, SectionFrame, type SectionStatus } from './SectionFrame.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'

const HEIGHT = 200
const failed: SectionStatus = {
  kind: 'error',
  message: 'The data could not be read. Try again. (request 7f3a-19c2)',
  onRetry: () => {},
}
const empty: SectionStatus = {
  kind: 'empty',
  title: 'No data in these dates',
  text: 'The data reaches from 1 Jan 2025 to 19 Nov 2026.',
  action: <Button size="sm">Show the last 30 days</Button>,
}

const interval = (
  <SegmentedControl
    label="Interval"
    value="week"
    onChange={() => {}}
    options={[
      { value: 'day', label: 'Day' },
      { value: 'week', label: 'Week' },
      { value: 'month', label: 'Month' },
    ]}
  />
)
const content = (height = HEIGHT) => (
  <div style={{ height, background: 'var(--bg-subtle)', padding: 8 }}>What the section shows.</div>
)
const frame = (status: SectionStatus, skeleton?: 'plot' | 'rows', height = HEIGHT) => (
  <SectionFrame
    title="Marketplaces"
    note="20 May to 19 Nov 2026, ordered products, VAT included"
    actions={interval}
    status={status}
    height={height}
    {...(skeleton && { skeleton })}
  >
    {content(height)}
  </SectionFrame>
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Section',
  states: [
    { name: 'Ready', render: () => frame({ kind: 'ready' }) },
    { name: 'Being read: a chart', render: () => frame({ kind: 'loading' }) },
    { name: 'Being read: rows', render: () => frame({ kind: 'loading' }, 'rows') },
    { name: 'Failed', render: () => frame(failed) },
    { name: 'Failed, and low', render: () => frame(failed, 'plot', 96) },
    { name: 'Empty', render: () => frame(empty) },
    { name: 'Empty, and low', render: () => frame(empty, 'plot', 96) },
    {
      name: 'Beside each other, one of them failed',
      render: () => (
        <SectionColumns weights={[2, 1]}>
          <SectionFrame title="Value by age" note="GBP at cost" height={160}>
            {content(160)}
          </SectionFrame>
          <SectionFrame title="Days of cover" note="12 SKUs" height={160} status={failed}>
            {content(160)}
          </SectionFrame>
        </SectionColumns>
      ),
    },
  ],
}
