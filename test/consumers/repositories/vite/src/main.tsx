import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Routes } from './routes';
import { NewOrder, Order, Orders } from './shop';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queries}>
      <div id="first">
        <Order orderId="o1" />
      </div>
      <div id="missing">
        <Order orderId="o9" />
      </div>
      <div id="orders">
        <Orders />
      </div>
      <NewOrder article="tea" />
      <Routes />
    </QueryClientProvider>,
  );
