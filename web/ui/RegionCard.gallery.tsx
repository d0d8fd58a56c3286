import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { RegionCard, RegionCards } from './RegionCard.tsx'

const EUROPE = ['GB', 'DE', 'FR', 'IT', 'ES', 'NL', 'SE', 'PL', 'BE', 'IE', 'TR', 'AE', 'SA', 'EG', 'IN']
const NORTH_AMERICA = ['US', 'CA', 'MX', 'BR']
const FAR_EAST = ['JP', 'AU', 'SG']

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Region card',
  states: [
    {
      name: 'Connected, and not',
      render: () => (
        <RegionCards label="Seller Central">
          <RegionCard name="Europe" state="connected" marketplaces={EUROPE} remark="15 marketplaces">
            Authorised 12 Mar 2026. Last order read at 07:42.
          </RegionCard>
          <RegionCard name="North America" state="checking" marketplaces={NORTH_AMERICA}>
            The connection is being checked.
          </RegionCard>
          <RegionCard
            name="Far East"
            state="none"
            marketplaces={FAR_EAST}
            foot={
              <Button kind="primary" size="sm">
                Connect
              </Button>
            }
          >
            Connect to read orders from Japan, Australia and Singapore.
          </RegionCard>
        </RegionCards>
      ),
    },
    {
      name: 'To be reconnected',
      render: () => (
        <RegionCards label="Amazon Advertising">
          {(['expiring', 'broken'] as const).map((state) => (
            <RegionCard
              key={state}
              name={state === 'broken' ? 'Far East' : 'North America'}
              state={state}
              marketplaces={state === 'broken' ? FAR_EAST : NORTH_AMERICA}
              foot={
                <Button kind="primary" size="sm">
                  Fix connection
                </Button>
              }
            >
              {state === 'broken'
                ? 'Connection broken. Please reconnect.'
                : 'Please reconnect. Connection expires on 2 Dec 2026.'}
            </RegionCard>
          ))}
        </RegionCards>
      ),
    },
  ],
}
