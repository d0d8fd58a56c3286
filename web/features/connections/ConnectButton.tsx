import { useMutation } from '@tanstack/react-query'
import { Plug, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionCard, ConnectionNext } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { cardState } from './card-state.ts'
import styles from './ConnectionCards.module.css'
import { keepConnectionState } from './connection-return.ts'
import { marketplacesOf, REGION_LABELS } from './region-labels.ts'

interface ConnectButtonProps {
  companyId: string
  card: ConnectionCard
  /** Where Amazon's page leads back to in the end. */
  next: ConnectionNext
  /** Why the person may not connect. */
  refusal: string | undefined
}

/** Leads to Amazon's page of consent: for the first time, or because a connection lapses or is broken. */
export function ConnectButton({ companyId, card, next, refusal }: ConnectButtonProps) {
  const { provider, region } = card
  const isNew = cardState(card) === 'none'
  const begin = useBegin(companyId, card, next)
  const label = isNew ? 'Connect' : 'Fix connection'
  const look: ButtonProps = {
    kind: 'primary',
    size: 'sm',
    icon: isNew ? Plug : Wrench,
    disabledReason: refusal,
    children: label,
  }
  if (provider === 'ADVERTISING')
    return (
      <>
        <Button {...look} isPending={begin.isPending} onPress={() => begin.mutate(undefined)} />
        {begin.error && (
          <span role="alert" className={styles.failure}>
            {errorText(begin.error)}
          </span>
        )}
      </>
    )
  return (
    <ModalFrame trigger={<Button {...look} />}>
      <AccountQuestion
        title={isNew ? `Connect ${REGION_LABELS[region]}` : `Reconnect ${REGION_LABELS[region]}`}
        card={card}
        begin={begin}
      />
    </ModalFrame>
  )
}

type Begin = ReturnType<typeof useBegin>

/** Asks the server for the way to Amazon, keeps what belongs to this browser, and leaves. */
function useBegin(companyId: string, { provider, region }: ConnectionCard, next: ConnectionNext) {
  const generate = {
    SELLING_PARTNER: useMutation(trpc.amazon.generateSPOAuthStateParameter.mutationOptions()),
    ADVERTISING: useMutation(trpc.amazon.generateAdsOAuthStateParameter.mutationOptions()),
  }[provider]
  return useMutation({
    mutationFn: (marketplace: string | undefined) =>
      generate.mutateAsync({ region, redirectUrl: next, companyId, ...(marketplace && { marketplace }) }),
    onSuccess: ({ browserState, consentUrl }) => {
      keepConnectionState({ state: browserState, companyId })
      location.assign(consentUrl)
    },
  })
}

/** One Seller Central serves most of these regions; in the others each marketplace has its own. */
const USUALLY: Record<Region, string | null> = { EUROPE: 'GB', NORTH_AMERICA: 'US', FAR_EAST: null }

interface AccountQuestionProps {
  title: string
  card: ConnectionCard
  begin: Begin
}

function AccountQuestion({ title, card: { region, marketplaces }, begin }: AccountQuestionProps) {
  const choices = marketplacesOf(region).map(({ code, label }) => ({
    value: code,
    label,
    icon: <Flag country={code} width={18} />,
  }))
  const usual = USUALLY[region]
  const [marketplace, setMarketplace] = useState(
    usual !== null && (marketplaces.length === 0 || marketplaces.includes(usual))
      ? usual
      : (marketplaces[0] ?? null),
  )
  return (
    <ModalContent
      title={title}
      description="Amazon asks for your consent in the Seller Central where the account was opened."
      actions={(close) => (
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            kind="primary"
            isPending={begin.isPending}
            disabledReason={marketplace === null ? 'Choose a marketplace first.' : undefined}
            onPress={() => begin.mutate(marketplace ?? undefined)}
          >
            Continue to Amazon
          </Button>
        </>
      )}
    >
      <SelectField
        isWide
        label="Account opened in"
        choices={choices}
        value={marketplace}
        onChange={setMarketplace}
      />
      {begin.error && <Alert appearance="negative">{errorText(begin.error)}</Alert>}
    </ModalContent>
  )
}
