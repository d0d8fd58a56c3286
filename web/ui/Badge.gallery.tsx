import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Avatar } from './Avatar.tsx'
import { Badge } from './Badge.tsx'
import { Flag } from './Flag.tsx'
import { IconCircle, type IconCircleKind } from './IconCircle.tsx'
import { Identifier } from './Identifier.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { TrendBadge } from './TrendBadge.tsx'

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const
const CIRCLES: IconCircleKind[] = [
  'mail',
  'check',
  'file',
  'frown',
  'hand',
  'search',
  'search-doc',
  'security',
]

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Badges, avatars, pictures',
  states: [
    {
      name: 'Badges',
      render: () => (
        <>
          <Badge>Neutral</Badge>
          <Badge kind="info">Beta</Badge>
          <Badge kind="success">Healthy</Badge>
          <Badge kind="negative">Runs out</Badge>
          <Badge kind="warning">Reorder</Badge>
        </>
      ),
    },
    {
      name: 'Trends',
      render: () => (
        <>
          <TrendBadge type="up" text="+11.2%" />
          <TrendBadge type="down" text="−1.8%" />
          <TrendBadge type="noChange" text="0.0%" />
        </>
      ),
    },
    {
      name: 'Trends, inverted',
      render: () => (
        <>
          <TrendBadge type="up" text="+11.8% refunds" invertTrendColor />
          <TrendBadge type="up" text="2 places better" invertTrendArrow />
          <TrendBadge type="down" text="−0.4 pp TACoS" invertTrendArrow invertTrendColor />
        </>
      ),
    },
    {
      name: 'Avatars',
      render: () => SIZES.map((size) => <Avatar key={size} size={size} name="Your name" />),
    },
    {
      name: 'Workspaces',
      render: () => SIZES.map((size) => <Avatar key={size} size={size} type="workspace" name="Company" />),
    },
    {
      name: 'Avatars with a picture, and without a name',
      render: () => (
        <>
          <Avatar size="lg" name="Your name" src="/favicon.svg" />
          <Avatar size="lg" name="a" />
        </>
      ),
    },
    { name: 'Icon circles', render: () => CIRCLES.map((kind) => <IconCircle key={kind} kind={kind} />) },
    {
      name: 'Thumbnails',
      render: () => (
        <>
          <Thumbnail src="/favicon.svg" size={28} />
          <Thumbnail src="/favicon.svg" />
          <Thumbnail src={null} />
          <Thumbnail size={72} />
        </>
      ),
    },
    {
      name: 'Flags and identifiers',
      render: () => (
        <>
          <Flag country="DE" />
          <Flag country="GB" width={18} />
          <Identifier>SKU-1001 · B0EXAMPL01</Identifier>
        </>
      ),
    },
    {
      name: 'Thumbnails out of view',
      isAlone: true,
      render: () => (
        <div style={{ paddingTop: 6_000 }}>
          <Thumbnail src="/favicon.svg?late" />
        </div>
      ),
    },
  ],
}
