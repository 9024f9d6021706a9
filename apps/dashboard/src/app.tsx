import { lazy, Suspense, type ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Boundary } from './parts/boundary';
import { LoadingPlaceholder } from './parts/waiting';
import { Shell } from './shell';

const Home = lazy(() => import('./pages/home'));
const Logs = lazy(() => import('./pages/logs'));
const SignIn = lazy(() => import('./pages/sign-in'));
const Playground = lazy(() => import('./pages/playground'));
const Keys = lazy(() => import('./pages/keys'));
const Secrets = lazy(() => import('./secrets/secrets-page'));
const Projects = lazy(() => import('./projects/projects-page'));
const Pipelines = lazy(() => import('./pages/pipelines'));
const Pipeline = lazy(() => import('./pages/pipeline'));
const Run = lazy(() => import('./pages/run'));
const Compare = lazy(() => import('./runs/compare/compare-page'));
const Usage = lazy(() => import('./pages/usage'));
const Webhooks = lazy(() => import('./pages/webhooks'));
const Webhook = lazy(() => import('./pages/webhook'));
const Plugins = lazy(() => import('./pages/plugins'));
const Account = lazy(() => import('./pages/account'));
const Models = lazy(() => import('./pages/models'));
const Collections = lazy(() => import('./collections/collections-page'));
const Collection = lazy(() => import('./collections/collection-page'));
const Audit = lazy(() => import('./audit/audit-page'));
const Reference = lazy(() => import('./reference/reference-page'));
const Guide = lazy(() => import('./guide/guide-page'));
const Customer = lazy(() => import('./customer/customer-page'));
const Toasts = lazy(() => import('./parts/toasts'));
const NotFound = lazy(() => import('./pages/not-found'));

export function App() {
  return (
    <Loadable>
      <Suspense>
        <Toasts />
      </Suspense>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/customer" component={Customer} />
        <Route path="/docs" component={Reference} />
        <Route path="/guide/*?" component={Guide} />
        <Route>
          <Shell>
            <Loadable>
              <Switch>
                <Route path="/" component={Home} />
                <Route path="/playground" component={Playground} />
                <Route path="/logs" component={Logs} />
                <Route path="/keys" component={Keys} />
                <Route path="/secrets" component={Secrets} />
                <Route path="/projects" component={Projects} />
                <Route path="/pipelines" component={Pipelines} />
                <Route path="/pipelines/:name" component={Pipeline} />
                <Route path="/runs/:id" component={Run} />
                <Route path="/runs/:id/compare" component={Compare} />
                <Route path="/usage" component={Usage} />
                <Route path="/webhooks" component={Webhooks} />
                <Route path="/webhooks/:id" component={Webhook} />
                <Route path="/plugins" component={Plugins} />
                <Route path="/audit" component={Audit} />
                <Route path="/account" component={Account} />
                <Route path="/models" component={Models} />
                <Route path="/collections" component={Collections} />
                <Route path="/collections/:name" component={Collection} />
                <Route component={NotFound} />
              </Switch>
            </Loadable>
          </Shell>
        </Route>
      </Switch>
    </Loadable>
  );
}

/** Shows a page's loading state and errors. Navigating to another page tries again. */
function Loadable({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  return (
    <Boundary place={location} reloads>
      <Suspense fallback={<LoadingPlaceholder height={240} />}>{children}</Suspense>
    </Boundary>
  );
}
