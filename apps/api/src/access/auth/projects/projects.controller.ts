import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Config } from '@percept/core';
import { checkLimit } from '../keys/key-terms';
import { ValidatedBody } from '../../../platform/rest/validation.pipe';
import { listSchema } from '../../../platform/rest/list-schema';
import { checkGrants } from './grants';
import { CreateProjectRequest, ProjectResponse, showProject, UpdateProjectRequest } from './project-dtos';
import { Projects, type ProjectChanges } from './projects';

const forAdministrators = { scope: 'admin', installation: true } as const;

/** For administrators of the installation: sessions, and keys of the first project with the scope `admin`. */
@ApiTags('projects')
@Controller('v2/projects')
export class ProjectsController {
  constructor(
    private readonly projects: Projects,
    private readonly config: Config,
  ) {}

  @ApiOperation({
    operationId: 'createProject',
    summary:
      'Creates a project. To make its first key, run `percept keys create --project NAME` or send the header `Percept-Project`.',
  })
  @ApiCreatedResponse({ type: ProjectResponse })
  @Post()
  @HttpCode(201)
  @RouteConfig(forAdministrators)
  async create(@Body(new ValidatedBody(CreateProjectRequest)) body: CreateProjectRequest): Promise<ProjectResponse> {
    const { name, plan, monthly_limit: monthlyLimit } = body;
    checkLimit(plan, monthlyLimit);
    return showProject(await this.projects.create({ name, plan, monthlyLimit }));
  }

  @ApiOperation({ operationId: 'listProjects', summary: 'Lists the projects, oldest first.' })
  @ApiOkResponse(listSchema('projects', ProjectResponse))
  @Get()
  @RouteConfig(forAdministrators)
  async list(): Promise<{ projects: ProjectResponse[] }> {
    return { projects: (await this.projects.list()).map(showProject) };
  }

  @ApiOperation({ operationId: 'getProject', summary: 'Gets a project; one that was deleted until its data is gone.' })
  @ApiOkResponse({ type: ProjectResponse })
  @Get(':id')
  @RouteConfig(forAdministrators)
  async get(@Param('id') id: string): Promise<ProjectResponse> {
    return showProject(await this.projects.getAny(id));
  }

  @ApiOperation({ operationId: 'updateProject', summary: 'Updates a project. Fields that you omit keep their values.' })
  @ApiOkResponse({ type: ProjectResponse })
  @Patch(':id')
  @RouteConfig(forAdministrators)
  async update(
    @Param('id') id: string,
    @Body(new ValidatedBody(UpdateProjectRequest)) body: UpdateProjectRequest,
  ): Promise<ProjectResponse> {
    const changes: ProjectChanges = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    checkGrants(this.config, changes);
    const plan = changes.plan ?? (await this.projects.get(id)).plan;
    checkLimit(plan, changes.monthly_limit);
    // Only an enterprise project has its own limit.
    if (plan !== 'enterprise') changes.monthly_limit = null;
    return showProject(await this.projects.update(id, changes));
  }

  @ApiOperation({
    operationId: 'deleteProject',
    summary:
      'Deletes a project for good. Its keys end at once; pipelines, runs, results, webhooks, logs and files are removed in small steps.',
  })
  @ApiAcceptedResponse({ type: ProjectResponse })
  @Delete(':id')
  @HttpCode(202)
  @RouteConfig(forAdministrators)
  async delete(@Param('id') id: string): Promise<ProjectResponse> {
    return showProject(await this.projects.delete(id));
  }
}
