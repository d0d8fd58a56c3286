import { ListChecks } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  ConnectionCard,
  ConnectionNext,
  ConnectionProvider,
  Connections,
} from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import { PATHS } from '#web/paths.ts'
import { trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dayOfMoment, dayText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { RegionCard, RegionCards } from '#web/ui/RegionCard.tsx'
import { cardState, warningText } from './card-state.ts'
import { ConnectButton } from './ConnectButton.tsx'
import styles from './ConnectionCards.module.css'
import { DisconnectButton } from './DisconnectButton.tsx'
import { marketplacesOf, PROVIDER_LABELS, REGION_LABELS } from './region-labels.ts'

interface ConnectionCardsProps {
  provider: ConnectionProvider
  connections: Connections
  companyId: string
  next: ConnectionNext
  refusal: string | undefined
  /** Opens the choice of profiles, which advertising has. */
  onProfiles?: (region: Region) => void
}

/** The regions of a provider, and what is to be done about each. */
export function ConnectionCards({ provider, connections, ...shared }: ConnectionCardsProps) {
  const { label, api } = PROVIDER_LABELS[provider]
  const cards = connections.cards.filter((card) => card.provider === provider)
  const isAvailable = connections.available[provider]
  const ofCompany = { companyId: shared.companyId }
  return (
    <>
      {!isAvailable && (
        <Alert title={`Amazon’s ${api} is not set up here`}>
          Whoever runs this installation can set it up: <code>docs/self-hosting.md</code> says how. Until
          then,{' '}
          <Link to={PATHS.import} params={ofCompany} className={styles.link}>
            import report files
          </Link>
          .{' '}
          <Link to={PATHS.reportGuide} params={ofCompany} className={styles.link}>
            Where to find reports
          </Link>
        </Alert>
      )}
      {(isAvailable || cards.some(({ status }) => status !== null)) && (
        <RegionCards label={label}>
          {cards.map((card) => (
            <Card key={card.region} card={card} isAvailable={isAvailable} {...shared} />
          ))}
        </RegionCards>
      )}
    </>
  )
}

interface CardProps extends Omit<ConnectionCardsProps, 'provider' | 'connections'> {
  card: ConnectionCard
  isAvailable: boolean
}

function Card({ card, isAvailable, companyId, next, refusal, onProfiles }: CardProps) {
  const { provider, region, status, refreshInformation, brokenReason } = card
  const state = cardState(card)
  const ofRegion = marketplacesOf(region)
  const isConnected = state === 'connected'
  return (
    <RegionCard
      name={REGION_LABELS[region]}
      state={state}
      marketplaces={card.marketplaces.length > 0 ? card.marketplaces : ofRegion.map(({ code }) => code)}
      {...(isConnected &&
        provider === 'SELLING_PARTNER' && { remark: countText(card.marketplaces.length, 'marketplace') })}
      foot={
        <>
          {isConnected && onProfiles && (
            <Button size="sm" icon={ListChecks} onPress={() => onProfiles(region)}>
              Profiles
            </Button>
          )}
          {!isConnected && isAvailable && (
            <ConnectButton companyId={companyId} card={card} next={next} refusal={refusal} />
          )}
          {status !== null && (
            <span className={styles.last}>
              <DisconnectButton companyId={companyId} card={card} refusal={refusal} />
            </span>
          )}
        </>
      }
    >
      {state === 'none' ? (
        `Connect to read ${ofRegion.length} marketplaces.`
      ) : isConnected && provider === 'ADVERTISING' ? (
        <ProfilesChosen companyId={companyId} region={region} />
      ) : isConnected ? (
        <>
          {card.storeName && `${card.storeName}. `}
          {card.authorisedAt && `Authorised ${dayText(dayOfMoment(new Date(card.authorisedAt)))}.`}
        </>
      ) : (
        <>
          {warningText(refreshInformation)}
          {brokenReason && <span className={styles.reason}>{brokenReason}</span>}
        </>
      )}
    </RegionCard>
  )
}

/** How many of the advertising profiles of a region are read. */
function ProfilesChosen({ companyId, region }: { companyId: string; region: Region }) {
  const { data } = useQuery(trpc.amazon.getAdsSelectedProfiles.queryOptions({ companyId, apiRegion: region }))
  if (!data) return null
  const chosen = data.profiles.filter(({ isSelected }) => isSelected).length
  const all = countText(data.profiles.length, 'advertising profile')
  return `${chosen} of ${all} ${chosen === 1 ? 'is' : 'are'} selected.`
}
