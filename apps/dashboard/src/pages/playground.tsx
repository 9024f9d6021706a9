import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Boundary } from '../parts/boundary';
import { PageFrame } from '../parts/page';
import { LoadingPlaceholder } from '../parts/waiting';
import { ForecastPlayground } from '../playground/forecast';
import { ImagePlayground } from '../playground/image';
import { TextPlayground } from '../playground/text';

const CapabilityPlayground = lazy(() => import('../playground/any/capability-playground'));
const DocumentPlayground = lazy(() => import('../playground/document/document'));
const VideoPlayground = lazy(() => import('../playground/video/video'));

export default function Playground() {
  return (
    <PageFrame title="Playground" about="Try the capabilities, and copy the curl command.">
      <Tabs defaultValue={window.location.search.includes('capability=') ? 'any' : 'image'} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="image">Image</Tabs.Tab>
          <Tabs.Tab value="video">Video</Tabs.Tab>
          <Tabs.Tab value="document">Document</Tabs.Tab>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="forecast">Forecast</Tabs.Tab>
          <Tabs.Tab value="any">All capabilities</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="image">
          <ImagePlayground />
        </Tabs.Panel>
        <Tabs.Panel value="video">
          <Boundary reloads>
            <Suspense fallback={<LoadingPlaceholder />}>
              <VideoPlayground />
            </Suspense>
          </Boundary>
        </Tabs.Panel>
        <Tabs.Panel value="document">
          <Boundary reloads>
            <Suspense fallback={<LoadingPlaceholder />}>
              <DocumentPlayground />
            </Suspense>
          </Boundary>
        </Tabs.Panel>
        <Tabs.Panel value="any">
          <Boundary reloads>
            <Suspense fallback={<LoadingPlaceholder />}>
              <CapabilityPlayground />
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
    </PageFrame>
  );
}
