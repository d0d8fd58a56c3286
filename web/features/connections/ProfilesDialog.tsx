import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import type { AdvertisingProfiles } from '#contract/connections.ts'
import type { Region } from '#contract/marketplaces.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldHelp } from '#web/ui/FieldHelp.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { ModalContent } from '#web/ui/ModalContent.tsx'
import { ModalFrame } from '#web/ui/ModalFrame.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './ProfilesDialog.module.css'
import { REGION_LABELS } from './region-labels.ts'
import { useConnectionsChanged } from './use-connections.ts'

interface ProfilesDialogProps {
  companyId: string
  region: Region
  refusal: string | undefined
  onClose: () => void
}

/** Which advertising profiles of a region are read. */
export function ProfilesDialog({ companyId, region, refusal, onClose }: ProfilesDialogProps) {
  const profiles = useQuery({
    ...trpc.amazon.getAdsSelectedProfiles.queryOptions({ companyId, apiRegion: region }),
    staleTime: 0,
  })
  const title = `Advertising profiles in ${REGION_LABELS[region]}`
  const isEmpty = profiles.data?.profiles.length === 0
  return (
    <ModalFrame isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {profiles.data && !isEmpty ? (
        <Choice
          title={title}
          companyId={companyId}
          region={region}
          refusal={refusal}
          profiles={profiles.data.profiles}
          onClose={onClose}
        />
      ) : (
        <ModalContent title={title} actions={(close) => <Button onPress={close}>Close</Button>}>
          {isEmpty ? (
            'No profiles are available for this connection.'
          ) : profiles.error ? (
            <Alert appearance="negative">{errorText(profiles.error)}</Alert>
          ) : (
            <Spinner />
          )}
        </ModalContent>
      )}
    </ModalFrame>
  )
}

interface ChoiceProps extends ProfilesDialogProps, AdvertisingProfiles {
  title: string
}

function Choice({ title, companyId, region, refusal, profiles, onClose }: ChoiceProps) {
  const [chosen, setChosen] = useState(() =>
    profiles.filter(({ isSelected }) => isSelected).map(({ name }) => name),
  )
  const [isTried, setTried] = useState(false)
  const changed = useConnectionsChanged()
  const save = useMutation({
    ...trpc.amazon.specifyAdsSelectedProfiles.mutationOptions(),
    onSuccess: () => {
      toast('Updated advertising profile for the given region.', 'positive')
      onClose()
      return changed()
    },
  })
  const error = isTried && chosen.length === 0 ? 'Please select at least one profile.' : undefined
  const confirm = () => {
    setTried(true)
    if (chosen.length > 0) save.mutate({ companyId, apiRegion: region, selectedProfileNames: chosen })
  }
  return (
    <ModalContent
      title={title}
      description="Spend, clicks and sales of these profiles are read."
      note={`${chosen.length} of ${profiles.length}`}
      actions={(close) => (
        <>
          <Button onPress={close}>Close</Button>
          <Button kind="primary" isPending={save.isPending} disabledReason={refusal} onPress={confirm}>
            Save
          </Button>
        </>
      )}
    >
      <CheckboxGroup
        aria-label="Profiles"
        value={chosen}
        onChange={setChosen}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        className={styles.profiles!}
      >
        {profiles.map(({ name, marketplace, currency }) => (
          <Checkbox key={name} value={name}>
            <span className={styles.profile}>
              <Flag country={marketplace} width={18} />
              {name}
              <span className={styles.currency}>{currency}</span>
            </span>
          </Checkbox>
        ))}
        <FieldHelp error={error} />
      </CheckboxGroup>
      {save.error && <Alert appearance="negative">{errorText(save.error)}</Alert>}
    </ModalContent>
  )
}
