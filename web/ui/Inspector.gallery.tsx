import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Inspector } from './Inspector.tsx'

const inspector = (title: string, isWide = false) => (
  <div style={{ display: 'flex', width: '100%', height: 320, justifyContent: 'flex-end' }}>
    <Inspector
      title={title}
      subtitle="March 2026, Germany"
      subject={title}
      takesFocus={false}
      isWide={isWide}
      onClose={() => {}}
    >
      <p style={{ padding: '12px 20px' }}>How the number is made.</p>
    </Inspector>
  </div>
)

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Inspector',
  states: [
    { name: 'Beside the sheet', isAlone: true, render: () => inspector('Amazon selling fees') },
    { name: 'For tables', isAlone: true, render: () => inspector('Rates used', true) },
  ],
}
