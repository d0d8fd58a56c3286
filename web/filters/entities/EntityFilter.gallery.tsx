import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { EntityFilter } from './EntityFilter.tsx'
import { EntitySelector, type EntitySource } from './EntitySelector.tsx'
import {
  asinSource,
  marketSource,
  productSource,
  querySource,
  selectionOf,
} from './invented-entities.fixture.ts'
import type { Selection } from './selection.ts'

interface ShownFilterProps {
  label: string
  source: EntitySource
  initial?: Selection
  isDisabled?: boolean
}

function ShownFilter({ initial = {}, ...filter }: ShownFilterProps) {
  const [value, setValue] = useState(initial)
  return <EntityFilter {...filter} value={value} onChange={setValue} />
}

const nothing = () => undefined

/** The selector as it stands in its dialog, with the selection as a draft. */
const Draft = ({ source, value = {} }: { source: EntitySource; value?: Selection }) => (
  <section
    aria-label={source.title}
    style={{
      width: 425,
      height: 660,
      background: 'var(--bg-raised)',
      boxShadow: 'var(--shadow-3)',
      borderRadius: 8,
    }}
  >
    <EntitySelector source={source} value={value} onApply={nothing} onCancel={nothing} />
  </section>
)

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Entity selector',
  states: [
    {
      name: 'Filters',
      render: () => (
        <>
          <ShownFilter label="Products" source={productSource} />
          <ShownFilter label="ASINs" source={asinSource} />
          <ShownFilter label="Custom markets" source={marketSource} />
          <ShownFilter label="Search queries" source={querySource} />
          <ShownFilter label="Disabled" source={productSource} isDisabled />
        </>
      ),
    },
    {
      name: 'With a selection',
      render: () => (
        <>
          <ShownFilter label="Products" source={productSource} initial={selectionOf.twelveProducts} />
          <ShownFilter label="Products over" source={productSource} initial={selectionOf.overTheLimit} />
          <ShownFilter label="ASINs" source={asinSource} initial={selectionOf.asins(25)} />
          <ShownFilter label="Custom markets" source={marketSource} initial={selectionOf.fullMarkets} />
        </>
      ),
    },
    {
      name: 'Drafts',
      isAlone: true,
      render: () => (
        <>
          <Draft source={productSource} value={selectionOf.twelveProducts} />
          <Draft source={productSource} value={selectionOf.overTheLimit} />
          <Draft source={marketSource} value={selectionOf.fullMarkets} />
        </>
      ),
    },
  ],
}
