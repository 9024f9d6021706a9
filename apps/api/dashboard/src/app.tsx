import { Center, Loader } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { Shell } from './shell';

const Playground = lazy(() => import('./pages/playground'));
const Models = lazy(() => import('./pages/models'));
const NotFound = lazy(() => import('./pages/not-found'));

export function App() {
  return (
    <Shell>
      <Suspense
        fallback={
          <Center h={240}>
            <Loader aria-label="Loading" />
          </Center>
        }
      >
        <Switch>
          <Route path="/" component={Playground} />
          <Route path="/models" component={Models} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Shell>
  );
}
