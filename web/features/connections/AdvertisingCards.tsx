import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConnectionNext, Connections } from '#contract/connections.ts'
import { REGIONS, type Region } from '#contract/marketplaces.ts'
import { trpc } from '#web/trpc.ts'
import { ConnectionCards } from './ConnectionCards.tsx'
import { ProfilesDialog } from './ProfilesDialog.tsx'

interface AdvertisingCardsProps {
  connections: Connections
  companyId: string
  next: ConnectionNext
  refusal: string | undefined
}

/** The regions of advertising. Where profiles have to be chosen, the choice opens by itself, a region at a time. */
export function AdvertisingCards(props: AdvertisingCardsProps) {
  const { connections, companyId, refusal } = props
  const [asked, setAsked] = useState<Region | null>(null)
  const [left, setLeft] = useState<readonly Region[]>([])
  const isActive = (region: Region) =>
    connections.cards.some(
      (card) => card.provider === 'ADVERTISING' && card.region === region && card.status === 'ACTIVE',
    )
  const { data: wanting } = useQuery({
    ...trpc.amazon.getRegionsRequiringAdsProfileSelection.queryOptions({ companyId }),
    staleTime: 0,
    enabled: refusal === undefined && REGIONS.some(isActive),
  })
  const region =
    asked ??
    REGIONS.find(
      (one) =>
        isActive(one) && wanting?.regions.includes(one) && !left.includes(one) && refusal === undefined,
    )
  const close = () => {
    setAsked(null)
    if (region) setLeft([...left, region])
  }
  return (
    <>
      <ConnectionCards provider="ADVERTISING" onProfiles={setAsked} {...props} />
      {region && (
        <ProfilesDialog
          key={region}
          companyId={companyId}
          region={region}
          refusal={refusal}
          onClose={close}
        />
      )}
    </>
  )
}
