import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Boundary } from '../parts/boundary';
import { Page } from '../parts/page';
import { Waiting } from '../parts/waiting';
import { ForecastPlayground } from '../playground/forecast';
import { PicturePlayground } from '../playground/picture';
import { TextPlayground } from '../playground/text';

const ClipPlayground = lazy(() => import('../playground/clip'));

export default function Playground() {
  return (
    <Page title="Playground" about="Try what the service finds, and take the curl line with you.">
      <Tabs defaultValue="picture" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="picture">Picture</Tabs.Tab>
          <Tabs.Tab value="clip">Clip</Tabs.Tab>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="forecast">Forecast</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="picture">
          <PicturePlayground />
        </Tabs.Panel>
        <Tabs.Panel value="clip">
          <Boundary reloads>
            <Suspense fallback={<Waiting />}>
              <ClipPlayground />
            </Suspense>
          </Boundary>
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <TextPlayground />
        </Tabs.Panel>
        <Tabs.Panel value="forecast">
          <ForecastPlayground />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
